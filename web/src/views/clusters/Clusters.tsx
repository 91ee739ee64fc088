export function Clusters() {
  return <div class="page" />;
}
