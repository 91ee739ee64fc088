// Data embedded in the page: base64 of gzip in <script type="text/plain"> elements.

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function hasEmbedded(id: string): boolean {
  return document.getElementById(id) !== null;
}

// Empties the element after reading it: its text may be many megabytes and is no longer needed.
export async function takeEmbedded(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element “${id}”.`);
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot unpack gzip; please open the report in a newer one.");
  }
  const bytes = bytesOfBase64((element.textContent ?? "").trim());
  element.textContent = "";
  return gunzip(bytes);
}
