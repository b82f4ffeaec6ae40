export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly description?: string
}

/** A schema as a TypeScript type. `nameOf` tells the type for the name in a reference. */
export function printType(schema: JsonSchema, nameOf: (name: string) => string): string {
  const print = (one: JsonSchema): string => printType(one, nameOf)
  const { $ref, type, enum: options, prefixItems, items, properties } = schema
  const variants = schema.anyOf ?? schema.oneOf
  if ($ref !== undefined) return nameOf($ref.replace('#/$defs/', ''))
  if (schema.const !== undefined) return literal(schema.const)
  if (options !== undefined) return options.map(literal).join(' | ')
  if (variants !== undefined) return [...new Set(variants.map(print))].join(' | ')
  if (typeof type === 'object') return type.map((one) => print({ ...schema, type: one })).join(' | ')
  if (prefixItems !== undefined) return `[${prefixItems.map(print).join(', ')}]`
  if (type === 'array') return listOf(print(items ?? {}))
  if (properties !== undefined) return printObject(schema, print)
  if (type === 'object') return printRecord(schema, print)
  if (type === 'integer') return 'number'
  return type ?? 'unknown'
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function listOf(item: string): string {
  return /^(?:\w+|\{[^|]*\})$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function printObject({ properties = {}, required = [] }: JsonSchema, print: (one: JsonSchema) => string): string {
  const members = Object.entries(properties).map(([name, field]) => {
    const { description } = field
    const text = description === undefined ? '' : `/** ${description} */\n`
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${text}${key}${required.includes(name) ? '' : '?'}: ${print(field)}`
  })
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n}`
}

function printRecord(schema: JsonSchema, print: (one: JsonSchema) => string): string {
  const { additionalProperties: values, propertyNames: names, required } = schema
  const value = typeof values === 'object' ? print(values) : 'unknown'
  const key = names === undefined ? 'string' : print(names)
  return required === undefined && key !== 'string' ? `{ [Key in ${key}]?: ${value} }` : `Record<${key}, ${value}>`
}
