import type { CompactResult } from './compact-result.ts'
import { type PackedResult, type TableLimits, unpackResult } from './result-bytes.ts'

/** Two 32-bit integers: the length of the text, and zero. */
const LEAD = 8
/** Characters per call, because engines limit the number of arguments. */
const MAX_ARGUMENTS = 8_192

/** A serialized result: the length of its text, its text, its columns. `resultHash` is the SHA-256 of these bytes. */
export function writeResult({ text, columns }: PackedResult): Uint8Array {
  const bytes = new Uint8Array(LEAD + text.length + columns.byteLength)
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  for (let at = 0; at < text.length; at++) bytes[LEAD + at] = text.charCodeAt(at)
  bytes.set(new Uint8Array(columns), LEAD + text.length)
  return bytes
}

/** The parts of a serialized result. Throws if the bytes are not one. */
export function splitResult(bytes: Uint8Array): PackedResult {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  const codes = bytes.subarray(LEAD, LEAD + length)
  let text = ''
  for (let at = 0; at < codes.length; at += MAX_ARGUMENTS) {
    text += String.fromCharCode.apply(null, codes.subarray(at, at + MAX_ARGUMENTS) as unknown as number[])
  }
  // Columns are read in place, which must be at a multiple of eight, so the bytes are copied.
  return { text, columns: new Uint8Array(bytes.subarray(LEAD + length)).buffer }
}

/** Throws for bytes that are not a result within the limits. */
export function readResult(bytes: Uint8Array, limits: TableLimits): CompactResult {
  return unpackResult(splitResult(bytes), limits)
}
