import type { Input } from '@tradeloom/engine'
import { COLUMN_NAMES } from '../isolate/series-head.ts'
import { MAX_SESSION_INPUTS, MAX_SESSION_ROWS, type PackedInput, type PackedInputs } from './session-protocol.ts'

/** Inputs as text, so that every bit of a price arrives. Throws RangeError for more than one call takes. */
export function packInputs(inputs: readonly Input[]): PackedInputs {
  if (inputs.length > MAX_SESSION_INPUTS) throw new RangeError(`A call takes ${MAX_SESSION_INPUTS} inputs at most`)
  const buffers: Buffer[] = []
  let total = 0
  const packed = inputs.map((input): PackedInput => {
    if (input.kind !== 'ROWS' && input.kind !== 'KNOWN') return input
    const { columns } = input
    const values = columns as unknown as Readonly<Record<string, Float64Array>>
    const rows = (columns.kind === 'known' ? columns.knownAt : columns.time).length
    total += rows
    if (total > MAX_SESSION_ROWS) throw new RangeError(`A call takes ${MAX_SESSION_ROWS} rows at most`)
    for (const name of COLUMN_NAMES[columns.kind]) {
      const { buffer, byteOffset, byteLength, length } = values[name] as Float64Array
      if (length !== rows) throw new RangeError(`The column ${name} has ${length} rows instead of ${rows}`)
      buffers.push(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength))
    }
    if (input.kind === 'ROWS') return { kind: 'ROWS', instrumentId: input.instrumentId, of: input.columns.kind, rows }
    const { kind, sourceId, isHistory } = input
    return { kind, sourceId, isHistory, rows }
  })
  return { text: JSON.stringify(packed), columns: Buffer.concat(buffers).toString('base64') }
}
