// localStorage, which may be absent: some browsers refuse it to files opened from disk.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`whorl:${key}`);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(`whorl:${key}`, value);
  } catch {
    // A value that cannot be stored lasts as long as the page.
  }
}
