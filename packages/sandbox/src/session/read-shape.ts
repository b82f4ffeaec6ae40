import { cleanText } from '@tradeloom/domain'

/** Reads one value of unknown origin. Throws TypeError for another one than it expects. */
export type Read<Value> = (value: unknown) => Value
/** How to read each field; others are dropped. */
export type Shape<Value> = { readonly [Name in keyof Value]-?: Read<Value[Name]> }

/** An object with exactly the fields of the shape. */
export function readShape<Value extends object>(shape: Shape<Value>): Read<Value> {
  const fields = Object.entries(shape) as [string, Read<unknown>][]
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw otherShape('object', value)
    const given = value as Readonly<Record<string, unknown>>
    const entries = fields.flatMap(([name, read]) => {
      const one = Object.hasOwn(given, name) ? read(given[name]) : read(undefined)
      return one === undefined ? [] : [[name, one] as const]
    })
    return Object.fromEntries(entries) as Value
  }
}

export function readNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw otherShape('number', value)
  return value
}

/** Positive: the engine counts from 1. */
export function readId(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw otherShape('id', value)
  return value as number
}

export function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw otherShape('count', value)
  return value as number
}

export function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw otherShape('boolean', value)
  return value
}

/** Text that can be stored and shown. */
export function readText(maxLength: number): Read<string> {
  return (value) => {
    if (typeof value !== 'string') throw otherShape('text', value)
    return cleanText(value, maxLength)
  }
}

export function oneOf<const Value>(known: readonly Value[]): Read<Value> {
  return (value) => {
    const found = known.find((one) => one === value)
    if (found === undefined) throw otherShape(known.join(' | '), value)
    return found
  }
}

export function orNull<Value>(read: Read<Value>): Read<Value | null> {
  return (value) => (value === null ? null : read(value))
}

/** A field that may be absent. */
export function optional<Value>(read: Read<Value>): Read<Value> {
  return (value) => (value === undefined ? (undefined as Value) : read(value))
}

export function listOf<Value>(read: Read<Value>, maxLength = Number.POSITIVE_INFINITY): Read<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxLength) throw otherShape('list', value)
    return value.map(read)
  }
}

/** A column of numbers; null stands for NaN where it is allowed. */
export function columnOf(read: Read<number | null>): Read<Float64Array> {
  const numbers = listOf(read)
  return (value) => Float64Array.from(numbers(value), (one) => one ?? NaN)
}

function otherShape(expected: string, value: unknown): TypeError {
  const found = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  return new TypeError(`a ${found} where a value of the kind ${expected} belongs`)
}
