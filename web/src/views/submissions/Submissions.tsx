export function Submissions() {
  return <div class="page" />;
}
