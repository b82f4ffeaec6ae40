const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = Uint8Array.from(LETTERS, (letter) => letter.charCodeAt(0))
const PAD = '='.charCodeAt(0)
const INVALID = 255
const VALUES = new Uint8Array(128).fill(INVALID)
for (const [value, code] of CODES.entries()) VALUES[code] = value

/** Characters that are made into a string at once: more are too many arguments of one call. */
const CHUNK = 8192

/** Native conversions, where there are any: on megabytes they are a hundred times faster. */
interface Natives {
  readonly Buffer?: {
    readonly from: (
      bytes: ArrayBufferLike,
      offset: number,
      length: number,
    ) => { readonly toString: (encoding: 'base64') => string }
  }
  readonly Uint8Array: {
    readonly fromBase64?: (text: string, options: { readonly lastChunkHandling: 'strict' }) => Uint8Array<ArrayBuffer>
  }
}
const natives = globalThis as unknown as Natives

/** Neither Node's Buffer nor the browser's conversions are known everywhere that contracts run. */
export function toBase64(bytes: Uint8Array): string {
  const { Buffer: NodeBuffer } = natives
  if (NodeBuffer !== undefined) {
    return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  }
  return slowToBase64(bytes)
}

/** For engines without a native conversion. */
export function slowToBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  let place = 0
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    codes[place++] = CODES[word >>> 18] as number
    codes[place++] = CODES[(word >>> 12) & 63] as number
    codes[place++] = i + 1 < bytes.length ? (CODES[(word >>> 6) & 63] as number) : PAD
    codes[place++] = i + 2 < bytes.length ? (CODES[word & 63] as number) : PAD
  }
  let text = ''
  for (let i = 0; i < codes.length; i += CHUNK) text += String.fromCharCode(...codes.subarray(i, i + CHUNK))
  return text
}

/** @throws {RangeError} for text that `toBase64` does not write. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64: native } = natives.Uint8Array
  // The native one also takes spaces and leaves them out.
  if (native === undefined || /\s/.test(text)) return slowFromBase64(text)
  try {
    return native.call(Uint8Array, text, { lastChunkHandling: 'strict' })
  } catch {
    // It names the wrong character.
    return slowFromBase64(text)
  }
}

/** For engines without a native conversion. */
export function slowFromBase64(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (text.length % 4 !== 0) throw new RangeError('Not base64: its length is not a multiple of four')
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let place = 0
  for (let i = 0; i < text.length; i += 4) {
    let word = 0
    for (let k = i; k < i + 4; k++) {
      const isPadding = k >= text.length - padding
      const value = isPadding ? 0 : (VALUES[text.charCodeAt(k)] ?? INVALID)
      if (value === INVALID) throw new RangeError(`Not base64: character ${k + 1}`)
      word = (word << 6) | value
    }
    bytes[place++] = word >>> 16
    if (place < bytes.length) bytes[place++] = (word >>> 8) & 255
    if (place < bytes.length) bytes[place++] = word & 255
  }
  return bytes
}
