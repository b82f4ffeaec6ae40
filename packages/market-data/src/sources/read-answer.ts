const MAX_BYTES = 16 * 1024 * 1024

/** The body as text; null if it is larger than an answer may be. Throws if it ends early. */
export async function readAnswer(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
