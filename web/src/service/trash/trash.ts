// Erased reports and removed documents that can be restored, as the server lists them.
import { signal } from "@preact/signals";
import * as api from "../api";
import type { Trash } from "../api";

export const trash = signal<Trash>({ reports: [], documents: [] });

export const hasTrash = (): boolean => api.offers("GET", "/api/trash");

export async function loadTrash(): Promise<void> {
  if (hasTrash()) trash.value = await api.trash();
}

// For a question before something is erased.
export function undoWords(): string {
  return hasTrash() ? " You can restore it from the trash for a day." : "";
}
