export function SheetRoute() {
  return <div class="page" />;
}
