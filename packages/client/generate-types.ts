import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@tradeloom/contracts'
import { z } from 'zod'
import { type JsonSchema, printType } from './print-type.ts'

const { CHANNELS, endpoints, nothing, socketRequests, topics } = contracts

const FILE = join(import.meta.dirname, 'src/api.generated.ts')
const PARTS = ['params', 'query', 'body'] as const
type Io = 'input' | 'output'
/** Comments of fields by path, by the name of the contract. */
type Notes = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Writes src/api.generated.ts: calls, topics and requests as plain types, so that programs need neither the contracts nor
 * Zod. Schemas that the contracts export become types of the same name.
 */
export function generateClientTypes(notes: Notes): void {
  const shapes = new Shapes(notes)
  const parts = [
    interfaceOf('Calls', 'Every call by its method and path.', callMembers(shapes)),
    interfaceOf('Topics', 'The events of each topic of the socket.', topicMembers(shapes)),
    interfaceOf('SocketRequests', 'The requests of the socket by channel.', requestMembers(shapes)),
    `/** The numbers of the channels. */\nexport const CHANNELS = ${JSON.stringify(CHANNELS, null, 2)} as const`,
  ]
  shapes.typeOf(contracts.errorBody, 'output', 'errorBody.')
  const text = `// Written by packages/client/generate-types.ts from packages/contracts.
${[...parts, ...shapes.declarations()].join('\n\n')}
`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

function callMembers(shapes: Shapes): string[] {
  return Object.entries<contracts.Endpoint>(endpoints).flatMap(([name, entry]) => {
    const { method, path, api, summary, response } = entry
    if (api === undefined) return []
    const input = PARTS.filter((part) => entry[part] !== nothing).map((part) => {
      // What a query leaves out is absent; a body that is left out is no object.
      const isOptional = entry[part].safeParse(part === 'query' ? {} : undefined).success
      return `${part}${isOptional ? '?' : ''}: ${shapes.typeOf(entry[part], 'input', `${name}.${part}.`)}`
    })
    const reply = shapes.typeOf(response, 'output', `${name}.response.`)
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
      ([event, data]) =>
        `{ event: '${event}'; data: ${shapes.typeOf(data, 'output', `topics.${name}.events.${event}.`)} }`,
    )
    return `'${name}': ${kinds.join(' | ')}`
  })
}

function requestMembers(shapes: Shapes): string[] {
  const requests = Object.entries<contracts.SocketRequest>(socketRequests)
  return (Object.keys(CHANNELS) as contracts.ChannelName[]).flatMap((channel) => {
    const kinds = requests
      .filter(([, { channels }]) => channels.includes(channel))
      .flatMap(([key, { name, scope, payload, answer }]) => [
        doc(`Scope \`${scope}\`.`),
        `'${name}': { body: ${shapes.typeOf(payload(), 'input', `${key}.payload.`)}; answer: ${shapes.typeOf(answer(), 'output', `${key}.answer.`)} }`,
      ])
    return kinds.length === 0 ? [] : [`${channel}: {\n${kinds.join('\n')}\n}`]
  })
}

/** The types of schemas; those that have a name are declared once. */
class Shapes {
  readonly #notes: Notes
  readonly #names = new Map<z.ZodType, string>()
  /** Names of types by the names of the contracts. */
  readonly #contracts = new Map<string, string>()
  readonly #bodies = new Map<string, string>()

  constructor(notes: Notes) {
    this.#notes = notes
    for (const [name, schema] of Object.entries(contracts)) {
      if (!(schema instanceof z.ZodType) || this.#names.has(schema)) continue
      const { anyOf, oneOf, enum: options, properties } = this.#convert(schema, 'output', '')
      if (properties ?? options ?? anyOf ?? oneOf) this.#name(schema, name)
    }
  }

  #name(schema: z.ZodType, contract: string): void {
    const name = `${contract[0]?.toUpperCase()}${contract.slice(1)}`
    this.#names.set(schema, name)
    this.#contracts.set(name, contract)
  }

  /** `place`: where it is in the contracts, for what they say about its fields. */
  typeOf(schema: z.ZodType, io: Io, place: string): string {
    const name = this.#names.get(schema)
    return name === undefined ? this.#print(schema, io, place) : this.#declare(name, io, schema)
  }

  declarations(): string[] {
    return [...this.#bodies].map(([name, body]) => `export type ${name} = ${body}`)
  }

  #print(schema: z.ZodType, io: Io, place: string): string {
    return printType(this.#convert(schema, io, place), (name) => {
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
      this.#bodies.set(type, this.#print(schema, own, `${this.#contracts.get(name)}.`))
    }
    return type
  }

  #convert(schema: z.ZodType, io: Io, place: string): JsonSchema {
    const inner = z.registry<{ id: string }>()
    for (const [one, id] of this.#names) if (one !== schema) inner.add(one, { id })
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: inner }) as JsonSchema
    const [contract = '', ...path] = place.split('.')
    const notes = this.#notes.get(contract)
    return contracts.withFieldNotes(json, (field) => notes?.get(`${path.join('.')}${field}`))
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
