/**
 * Columns of numbers as bytes. Most columns of a result are compressible: constant, in equal steps, or small whole
 * numbers. Every encoding starts at a multiple of eight bytes.
 */

const FORMS = ['same', 'steps', 'u8', 'u16', 'u32', 'f64'] as const
type Form = (typeof FORMS)[number]

/** How to decode the bytes of a table: its columns with their encodings, in order. */
export interface TableLayout {
  readonly rows: number
  readonly columns: readonly (readonly [name: string, form: Form])[]
}

type Columns = Readonly<Record<string, Float64Array>>

/** Encodes a table of columns of equal length; NaN must have a single bit pattern. */
export function layOut(columns: Columns): TableLayout {
  const entries = Object.entries(columns)
  return {
    rows: entries[0]?.[1].length ?? 0,
    columns: entries.map(([name, column]) => [name, formOf(column)] as const),
  }
}

export function bytesOf({ rows, columns }: TableLayout): number {
  let bytes = 0
  for (const [, form] of columns) bytes += sizeOf(form, rows)
  return bytes
}

export function writeColumns(layout: TableLayout, columns: Columns, buffer: ArrayBuffer, offset: number): void {
  let at = offset
  for (const [name, form] of layout.columns) {
    const column = columns[name] as Float64Array
    if (form === 'same') new Float64Array(buffer, at, 1)[0] = column[0] ?? NaN
    else if (form === 'steps') new Float64Array(buffer, at, 2).set([column[0] as number, stepOf(column)])
    else arrayOf(form, buffer, at, column.length).set(column)
    at += sizeOf(form, layout.rows)
  }
}

/**
 * The columns of a table that starts at `offset`, a multiple of eight. Long columns are views of the buffer. Throws
 * unless the table has these columns and the buffer contains them.
 */
export function readColumns<Name extends string>(
  { rows, columns }: TableLayout,
  names: readonly Name[],
  buffer: ArrayBuffer,
  offset: number,
): Record<Name, Float64Array> {
  let at = offset
  const read = columns.map(([name, form], place) => {
    if (name !== names[place] || !FORMS.includes(form)) throw new RangeError(`It has an unknown column ${name}`)
    const column = readColumn(form, rows, buffer, at)
    at += sizeOf(form, rows)
    return [name, column] as const
  })
  if (read.length !== names.length) throw new RangeError('It lacks columns')
  return Object.fromEntries(read) as Record<Name, Float64Array>
}

function readColumn(form: Form, rows: number, buffer: ArrayBuffer, at: number): Float64Array {
  if (form === 'same') return new Float64Array(rows).fill(new Float64Array(buffer, at, 1)[0] as number)
  if (form === 'steps') {
    const [first = NaN, step = NaN] = new Float64Array(buffer, at, 2)
    const column = new Float64Array(rows)
    for (let row = 0; row < rows; row++) column[row] = first + row * step
    return column
  }
  const values = arrayOf(form, buffer, at, rows)
  return values instanceof Float64Array ? values : new Float64Array(values)
}

function formOf(column: Float64Array): Form {
  const { length } = column
  let row = 1
  while (row < length && Object.is(column[row], column[0])) row += 1
  if (row >= length) return 'same'
  const step = stepOf(column)
  for (row = 1; row < length && column[row] === (column[0] as number) + row * step;) row += 1
  if (row >= length) return 'steps'
  let most = 0
  for (row = 0; row < length; row++) {
    const value = column[row] as number
    if (value !== value >>> 0 || Object.is(value, -0)) return 'f64'
    if (value > most) most = value
  }
  if (most < 256) return 'u8'
  return most < 65_536 ? 'u16' : 'u32'
}

function stepOf(column: Float64Array): number {
  return (column[1] as number) - (column[0] as number)
}

function arrayOf(form: Exclude<Form, 'same' | 'steps'>, buffer: ArrayBuffer, at: number, rows: number) {
  if (form === 'u8') return new Uint8Array(buffer, at, rows)
  if (form === 'u16') return new Uint16Array(buffer, at, rows)
  return form === 'u32' ? new Uint32Array(buffer, at, rows) : new Float64Array(buffer, at, rows)
}

const BYTES = { u8: 1, u16: 2, u32: 4, f64: 8 } as const

function sizeOf(form: Form, rows: number): number {
  if (form === 'same') return 8
  if (form === 'steps') return 16
  return Math.ceil((rows * BYTES[form]) / 8) * 8
}
