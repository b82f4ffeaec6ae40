import { MAX_CHART_IMAGE_SIDE } from '@tradeloom/contracts'
import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a picture of a canvas consists of; chunks of text or of other programs are not kept. */
const KINDS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'pHYs',
  'sBIT',
])

export interface PngSize {
  readonly width: number
  readonly height: number
}

/** The size of a PNG; null for anything else, for one that is too large, and for one with something hidden in it. */
export function checkPng(file: Buffer): PngSize | null {
  if (!file.subarray(0, 8).equals(SIGNATURE)) return null
  let size: PngSize | null = null
  let hasData = false
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    if (end > file.length) return null
    const kind = file.toString('latin1', at + 4, at + 8)
    if (!KINDS.has(kind) || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    if ((kind === 'IHDR') !== (at === 8)) return null
    if (kind === 'IHDR') size = sizeOf(file.subarray(at + 8, end - 4))
    if (size === null) return null
    if (kind === 'IDAT') hasData = true
    // Nothing may follow the end.
    if (kind === 'IEND') return hasData && length === 0 && end === file.length ? size : null
    at = end
  }
  return null
}

function sizeOf(header: Buffer): PngSize | null {
  if (header.length !== 13) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const fits = [width, height].every((side) => side > 0 && side <= MAX_CHART_IMAGE_SIDE)
  return fits ? { width, height } : null
}
