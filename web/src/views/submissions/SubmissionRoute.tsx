export function SubmissionRoute() {
  return <div class="page" />;
}
