import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@tradeloom/contracts'
import { z } from 'zod'
import { type JsonSchema, printType } from './print-type.ts'

const { CHANNELS, endpoints, nothing, requestScopes, socketAnswers, socketRequests, topics } = contracts

const FILE = join(import.meta.dirname, 'src/api.generated.ts')
const PARTS = ['params', 'query', 'body'] as const
type Io = 'input' | 'output'

/**
 * Writes src/api.generated.ts: calls, topics and requests as plain types, so that programs need neither the contracts nor
 * Zod. Schemas that the contracts export become types of the same name.
 */
export function generateClientTypes(): void {
  const shapes = new Shapes()
  const parts = [
    interfaceOf('Calls', 'Every call by its method and path.', callMembers(shapes)),
    interfaceOf('Topics', 'The events of each topic of the socket.', topicMembers(shapes)),
    interfaceOf('SocketRequests', 'The requests of the socket by channel.', requestMembers(shapes)),
    `/** The numbers of the channels. */\nexport const CHANNELS = ${JSON.stringify(CHANNELS, null, 2)} as const`,
  ]
  shapes.typeOf(contracts.errorBody, 'output')
  const text = `// Written by packages/client/generate-types.ts from packages/contracts.
${[...parts, ...shapes.declarations()].join('\n\n')}
`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

function callMembers(shapes: Shapes): string[] {
  return Object.values<contracts.Endpoint>(endpoints).flatMap((entry) => {
    const { method, path, api, summary, response } = entry
    if (api === undefined) return []
    const input = PARTS.filter((part) => entry[part] !== nothing).map((part) => {
      // What a query leaves out is absent; a body that is left out is no object.
      const isOptional = entry[part].safeParse(part === 'query' ? {} : undefined).success
      return `${part}${isOptional ? '?' : ''}: ${shapes.typeOf(entry[part], 'input')}`
    })
    const reply = shapes.typeOf(response, 'output')
    return [
      doc(`${summary}. Scope \`${api.scope}\`, ${api.cost === 1 ? '1 credit' : `${api.cost} credits`}.`),
      // A file of any kind has no schema.
      `'${method} ${path}': { input: { ${input.join('; ')} }; reply: ${reply === 'unknown' ? 'string | Uint8Array' : reply} }`,
    ]
  })
}

function topicMembers(shapes: Shapes): string[] {
  return Object.entries(topics).map(([name, { events }]) => {
    const kinds = Object.entries<z.ZodType>(events).map(
      ([event, data]) => `{ event: '${event}'; data: ${shapes.typeOf(data, 'output')} }`,
    )
    return `'${name}': ${kinds.join(' | ')}`
  })
}

function requestMembers(shapes: Shapes): string[] {
  return Object.entries(socketAnswers()).map(([channel, answers]) => {
    const kinds = Object.entries<z.ZodType>(answers).flatMap(([kind, answer]) => {
      const name = kind as contracts.SocketRequestName
      const body = shapes.typeOf(socketRequests[name], 'input')
      return [
        doc(`Scope \`${requestScopes[name]}\`.`),
        `'${kind}': { body: ${body}; answer: ${shapes.typeOf(answer, 'output')} }`,
      ]
    })
    return `${channel}: {\n${kinds.join('\n')}\n}`
  })
}

/** The types of schemas; those that have a name are declared once. */
class Shapes {
  readonly #names = new Map<z.ZodType, string>()
  readonly #bodies = new Map<string, string>()

  constructor() {
    for (const [name, schema] of Object.entries(contracts)) {
      if (!(schema instanceof z.ZodType) || this.#names.has(schema)) continue
      const { anyOf, oneOf, enum: options, properties } = this.#convert(schema, 'output')
      if (properties ?? options ?? anyOf ?? oneOf) this.#names.set(schema, `${name[0]?.toUpperCase()}${name.slice(1)}`)
    }
  }

  typeOf(schema: z.ZodType, io: Io): string {
    const name = this.#names.get(schema)
    return name === undefined ? this.#print(schema, io) : this.#declare(name, io, schema)
  }

  declarations(): string[] {
    return [...this.#bodies].map(([name, body]) => `export type ${name} = ${body}`)
  }

  #print(schema: z.ZodType, io: Io): string {
    return printType(this.#convert(schema, io), (name) => {
      const named = [...this.#names].find(([, one]) => one === name)?.[0]
      if (named === undefined) throw new Error(`No schema is named ${name}`)
      return this.#declare(name, io, named)
    })
  }

  /** What may be left out of an input is there in an output, so one schema may be two types. */
  #declare(name: string, io: Io, schema: z.ZodType): string {
    const own = io === 'input' && takesWhatItGives(schema) ? 'output' : io
    const type = own === 'input' ? `${name}Input` : name
    if (!this.#bodies.has(type)) {
      this.#bodies.set(type, '')
      this.#bodies.set(type, this.#print(schema, own))
    }
    return type
  }

  #convert(schema: z.ZodType, io: Io): JsonSchema {
    const inner = z.registry<{ id: string }>()
    for (const [one, id] of this.#names) if (one !== schema) inner.add(one, { id })
    return z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: inner }) as JsonSchema
  }
}

function takesWhatItGives(schema: z.ZodType): boolean {
  const [taken, given] = (['input', 'output'] as const).map((io) =>
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll(
      ',"additionalProperties":false',
      '',
    ),
  )
  return taken === given
}

function interfaceOf(name: string, text: string, members: readonly string[]): string {
  return `${doc(text)}\nexport interface ${name} {\n${members.join('\n')}\n}`
}

function doc(text: string): string {
  return `/** ${text} */`
}
