import "./sort-header.css";

interface Props<K extends string> {
  column: K;
  label: string;
  hint?: string;
  sort: { key: K; descending: boolean };
  onSort: (key: K) => void;
  numeric?: boolean;
}

// The header of a column. The first click sorts by the column, the next one reverses the order.
export function SortHeader<K extends string>(props: Props<K>) {
  const { column, label, hint, sort, onSort, numeric = false } = props;
  const active = sort.key === column;
  const order = sort.descending ? "descending" : "ascending";
  return (
    <span role="columnheader" aria-sort={active ? order : "none"} class={numeric ? "numeric" : ""}>
      <button class="sort-header" title={hint} onClick={() => onSort(column)}>
        {label}
        <span class="sort-arrow" aria-hidden="true">
          {active ? (sort.descending ? "↓" : "↑") : ""}
        </span>
      </button>
    </span>
  );
}
