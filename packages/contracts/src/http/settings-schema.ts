import {
  type Field,
  fieldProblem,
  type Fields,
  numberBounds,
  type Setting,
  type SettingValue,
  type TiersField,
} from '@tradeloom/domain'
import { z } from 'zod'

/** The schema of a stored run model; values with a default may be omitted. */
export function settingSchema<S extends Setting>(setting: S): z.ZodType<SettingValue<S>> {
  const some = someSchema(setting)
  return (setting.none ? some.nullable() : some) as unknown as z.ZodType<SettingValue<S>>
}

function someSchema(setting: Setting): z.ZodType {
  const choices = Object.entries(setting.choices)
  const [first] = choices
  if (first === undefined) throw new Error(`The setting ${setting.key} has no choices`)
  const [, only] = first
  const fields = fieldSchemas(only.fields ?? {})
  if (setting.form === 'name') return z.enum(choices.map(([name]) => name))
  if (setting.form === 'value') return Object.values(fields)[0] ?? z.never()
  if (setting.form === 'fields') return z.strictObject(fields)
  const { tag } = setting
  const [head, ...rest] = choices.map(([name, choice]) =>
    z.strictObject({ [tag]: z.literal(name), ...fieldSchemas(choice.fields ?? {}) }),
  )
  return head ? z.discriminatedUnion(tag, [head, ...rest]) : z.never()
}

function fieldSchemas(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]))
}

function fieldSchema(field: Field): z.ZodType {
  const checked = boundedSchema(field)
  return field.kind === 'tiers' || field.default === undefined ? checked : checked.default(field.default)
}

/** Bounds are part of the schema, because some readers generate values from a schema instead of parsing with it. */
function boundedSchema(field: Field): z.ZodType {
  if (field.kind === 'weekday') return z.number().int().min(0).max(6).nullable()
  if (field.kind === 'tiers') return tiersSchema(field)
  const message = `${field.title} ${numberBounds(field, 'stored')}`
  const bounded = z.number().min(field.min, message).max(field.max, message)
  return field.isWhole ? bounded.int(message) : bounded
}

function tiersSchema(field: TiersField): z.ZodType {
  const { maxTiers, rate } = field
  const tier = z.strictObject({ from: z.number().min(0), rate: z.number().min(rate.min).max(rate.max) })
  return z
    .array(tier)
    .min(1)
    .max(maxTiers)
    .superRefine((tiers, context) => {
      const problem = fieldProblem(field, tiers, 'stored')
      if (problem !== null) context.addIssue({ code: 'custom', message: `${field.title} ${problem}` })
    })
}
