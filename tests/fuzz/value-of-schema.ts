import type { Chance } from '@tradeloom/testkit'
import { z } from 'zod'
import { wildDate, wildNumber, wildText, wildValue } from './wild-values.ts'

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly prefixItems?: readonly Shape[]
  readonly minItems?: number
  readonly additionalProperties?: Shape | boolean
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

/** Values to use besides random ones. */
export interface Stock {
  readonly ids: readonly string[]
  readonly instruments: readonly string[]
  /** Appears in names and texts, so that their owner can be recognized. */
  readonly mark: string
  readonly scripts: readonly string[]
}

const shapes = new WeakMap<z.ZodType, Shape>()

/** A value that mostly matches the schema; with `wildness`, parts of it do not. */
export function valueOf(schema: z.ZodType, chance: Chance, stock: Stock, wildness: number): unknown {
  let shape = shapes.get(schema)
  if (!shape) {
    shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
    shapes.set(schema, shape)
  }
  return make(shape, '', { chance, stock, wildness })
}

interface Making {
  readonly chance: Chance
  readonly stock: Stock
  readonly wildness: number
}

function make(shape: Shape, name: string, making: Making): unknown {
  const { chance, wildness } = making
  if (chance.is(wildness)) return wildValue(chance)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return make(chance.of(choices), name, making)
  if (shape.allOf?.[0]) return make(shape.allOf[0], name, making)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return chance.of(shape.enum)
  switch (shape.type) {
    case 'object':
      return makeObject(shape, making)
    case 'array':
      return makeArray(shape, name, making)
    case 'string':
      return makeText(shape, name, making)
    case 'number':
    case 'integer':
      return makeNumber(shape, chance)
    case 'boolean':
      return chance.is(0.5)
    case 'null':
      return null
    default:
      return undefined
  }
}

function makeObject(shape: Shape, making: Making): unknown {
  const { chance, wildness } = making
  const made: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(shape.properties ?? {})) {
    const isNeeded = shape.required?.includes(key) ?? false
    if (isNeeded ? chance.is(1 - wildness / 4) : chance.is(0.3)) made[key] = make(part, key, making)
  }
  if (typeof shape.additionalProperties === 'object' && chance.is(0.3)) {
    made[wildText(chance).slice(0, 60)] = make(shape.additionalProperties, '', making)
  }
  if (chance.is(wildness / 2)) made[wildText(chance).slice(0, 200)] = wildValue(chance)
  return made
}

function makeArray(shape: Shape, name: string, making: Making): unknown {
  const { chance } = making
  if (shape.prefixItems) return shape.prefixItems.map((item) => make(item, name, making))
  const count = shape.minItems ?? chance.of([0, 1, 2, 5])
  return Array.from({ length: count }, () => (shape.items ? make(shape.items, name, making) : wildValue(chance)))
}

function makeText(shape: Shape, name: string, { chance, stock }: Making): string {
  if (shape.format === 'uuid') return chance.of(stock.ids)
  if (shape.format === 'date-time' || /^(start|end|before|from|to)$/.test(name)) return wildDate(chance)
  if (name === 'instrumentId' || name === 'name') return chance.of([...stock.instruments, stock.mark])
  if (name === 'script') return chance.of(stock.scripts)
  if (/password/i.test(name)) return chance.of(['correct horse', wildText(chance)])
  if (name === 'regUsername') return `fuzz${chance.below(1_000_000)}`
  if (name === 'regEmail') return `fuzz${chance.below(1_000_000)}@example.com`
  return chance.is(0.7) ? `${stock.mark} ${chance.below(1000)}` : wildText(chance)
}

function makeNumber({ minimum, maximum }: Shape, chance: Chance): number {
  if (chance.is(0.3)) return wildNumber(chance)
  const low = Math.max(minimum ?? 0, -1000)
  const value = low + chance.next() * (Math.min(maximum ?? 1000, 20_000) - low)
  return chance.is(0.5) ? Math.round(value) : value
}
