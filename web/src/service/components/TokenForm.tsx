import { setToken, token } from "../http";

export function TokenForm() {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setToken(String(form.get("token") ?? ""));
  };
  return (
    <div class="page narrow">
      <h1>Who are you?</h1>
      <form class="card stack" onSubmit={submit}>
        <p class="muted">
          {token.value === ""
            ? "This server needs a token. Ask its administrator for one. The page keeps it until you close the window."
            : "The server does not know this token. Check that you copied all of it."}
        </p>
        <div class="row">
          <label class="grow">
            <span class="label">Token</span>
            <input class="field" name="token" type="password" autocomplete="off" required />
          </label>
          <button class="button primary" type="submit">
            Continue
          </button>
        </div>
      </form>
    </div>
  );
}
