import type { PlotSeries } from '../run-result.ts'

/** Values of one piece. Its bytes divide by three, so pieces are written as base64 one after the other. */
const PIECE = 3_072
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = Uint8Array.from(LETTERS, (letter) => letter.charCodeAt(0))
const PADDING = '='.charCodeAt(0)
const { fromCharCode } = String
/** Characters per call: engines limit the number of arguments. */
const MAX_ARGUMENTS = 8_192

/** Numbers that only grow at their end, kept in pieces so that nothing is copied when they grow. */
export class NumberColumn {
  readonly #pieces: Float64Array[] = []
  count = 0

  get last(): number {
    return this.count === 0 ? NaN : (this.at(this.count - 1) as number)
  }

  set last(value: number) {
    const row = this.count - 1
    ;(this.#pieces[Math.floor(row / PIECE)] as Float64Array)[row % PIECE] = value
  }

  push(value: number): void {
    const row = this.count
    if (row % PIECE === 0) this.#pieces.push(new Float64Array(PIECE))
    this.count = row + 1
    this.last = value
  }

  at(row: number): number | undefined {
    return this.#pieces[Math.floor(row / PIECE)]?.[row % PIECE]
  }

  toArray(): Float64Array {
    const values = new Float64Array(this.count)
    for (const [place, piece] of this.#pieces.entries()) {
      values.set(piece.subarray(0, Math.min(PIECE, this.count - place * PIECE)), place * PIECE)
    }
    return values
  }
}

/** A plot encoded as text. */
export function plotSeries({ name, pane, color, steps = false, time, value }: Plot): PlotSeries {
  return {
    name,
    pane,
    color,
    ...(steps ? { steps } : {}),
    count: time.length,
    times: differenceText(time),
    values: floatText(value),
  }
}

/** All values as 64-bit floats, little-endian, in base64. */
function floatText(values: Float64Array): string {
  let text = ''
  for (let from = 0; from < values.length; from += PIECE) {
    const piece = values.subarray(from, from + PIECE)
    text += base64(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength))
  }
  return text
}

/** The differences of ascending integers, seven bits per byte (LEB128), in base64. */
function differenceText(values: Float64Array): string {
  const bytes: number[] = []
  let text = ''
  let before = 0
  for (const value of values) {
    let rest = value - before
    before = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
    if (bytes.length >= 3 * PIECE) text += base64(Uint8Array.from(bytes.splice(0, 3 * PIECE)))
  }
  return text + base64(Uint8Array.from(bytes))
}

/** What a script plotted, value by value; NaN where it plotted nothing. */
export interface PlotColumns {
  /** UTC milliseconds, ascending. */
  readonly time: Float64Array
  readonly value: Float64Array
}

/** The plot of a result. */
export interface Plot extends PlotColumns {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  /** Each value holds until the next one; absent where it does not. */
  readonly steps?: boolean
}

/** The columns of a plot, decoded from text. */
export function readPlot({ count, times, values }: PlotSeries): PlotColumns {
  const bytes = bytesOf(values)
  const time = new Float64Array(count)
  const differences = bytesOf(times)
  let place = 0
  let before = 0
  for (let row = 0; row < count; row++) {
    let scale = 1
    for (; (differences[place] as number) >= 128; place++) {
      before += ((differences[place] as number) - 128) * scale
      scale *= 128
    }
    before += (differences[place++] as number) * scale
    time[row] = before
  }
  return { time, value: new Float64Array(bytes.buffer, 0, count) }
}

function base64(bytes: Uint8Array): string {
  const { length } = bytes
  const codes = new Uint8Array(Math.ceil(length / 3) * 4)
  let to = 0
  for (let from = 0; from < length; from += 3) {
    const triple = ((bytes[from] as number) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    codes[to++] = CODES[triple >> 18] as number
    codes[to++] = CODES[(triple >> 12) & 63] as number
    codes[to++] = from + 1 < length ? (CODES[(triple >> 6) & 63] as number) : PADDING
    codes[to++] = from + 2 < length ? (CODES[triple & 63] as number) : PADDING
  }
  let text = ''
  for (let from = 0; from < to; from += MAX_ARGUMENTS) {
    text += fromCharCode.apply(null, codes.subarray(from, from + MAX_ARGUMENTS) as unknown as number[])
  }
  return text
}

const VALUES = new Uint8Array(128)
for (const [value, code] of CODES.entries()) VALUES[code] = value

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3)
  let to = 0
  for (let from = 0; from < text.length; from += 4) {
    const code = (place: number): number => VALUES[text.charCodeAt(from + place)] ?? 0
    const triple = (code(0) << 18) | (code(1) << 12) | (code(2) << 6) | code(3)
    bytes[to++] = triple >> 16
    bytes[to++] = (triple >> 8) & 255
    bytes[to++] = triple & 255
  }
  return padding === 0 ? bytes : bytes.slice(0, bytes.length - padding)
}
