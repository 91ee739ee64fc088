import { hrefOf } from "../state/route";

// Shown for an address that this report does not have.
export function Missing() {
  return (
    <div class="page">
      <h1>No such page</h1>
      <p class="muted">
        This address does not lead to a part of this report.{" "}
        <a href={hrefOf(["overview"])}>Overview</a>
      </p>
    </div>
  );
}
