/** Bytes of the SHA-256 of a text, in UTF-8. Programs hand in the one of their platform. */
export type Sha256 = (text: string) => Uint8Array

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
