import {
  CHANNEL_TOPICS,
  CHANNELS,
  clientMessage,
  SOCKET_PATH,
  serverMessage,
  type TopicName,
  topics,
} from '@tradeloom/contracts'
import type { z } from 'zod'
import { API_VERSION } from './api-version.ts'
import { namedRequests } from './named-requests.ts'
import { toJsonSchema } from './to-json-schema.ts'

const DESCRIPTION = `One socket carries all topics and requests as JSON. Programs send their key in the header of the upgrade \
request, or as the first message (\`authenticate\`) within 3 seconds. At most 20 messages a second. A socket for which \
the package has no place is closed with 4429, one whose key was deleted with 4001, one that sends too much with 4008.`

/** Topics and requests of the socket as an AsyncAPI 3.0 document. */
export function asyncApi(host: string) {
  const fromClient = { ...clientMessages(), ...requestMessages() }
  const toClient = { ...serverMessages(), ...eventMessages() }
  const isSecure = host.startsWith('https:')
  const message = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` })
  return {
    asyncapi: '3.0.0' as const,
    info: { title: 'Tradeloom', version: API_VERSION, description: DESCRIPTION, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    servers: {
      here: {
        host: new URL(host).host,
        protocol: isSecure ? 'wss' : 'ws',
        security: [{ $ref: '#/components/securitySchemes/key' }],
      },
    },
    channels: {
      socket: {
        address: SOCKET_PATH,
        description: `Channel numbers: ${Object.entries(CHANNELS)
          .map(([name, number]) => `${number} ${name}`)
          .join(', ')}.`,
        messages: { ...fromClient, ...toClient },
        'x-channels': CHANNELS,
      },
    },
    operations: {
      fromPrograms: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        messages: Object.keys(fromClient).map(message),
      },
      toPrograms: {
        action: 'send',
        channel: { $ref: '#/channels/socket' },
        messages: Object.keys(toClient).map(message),
      },
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The key and its secret, joined by a dot' },
      },
    },
  }
}

type Messages = Record<string, { name: string; summary?: string; payload: unknown; 'x-scope'?: string }>

function clientMessages(): Messages {
  return variants(clientMessage, 'input', ['request'])
}

function serverMessages(): Messages {
  return variants(serverMessage, 'output', ['event'])
}

/** Each kind of message but those that have more to tell. */
function variants(schema: z.ZodType, io: 'input' | 'output', without: readonly string[]): Messages {
  const { oneOf, anyOf } = toJsonSchema(schema, io, '') as { oneOf?: Variant[]; anyOf?: Variant[] }
  const kinds = (oneOf ?? anyOf ?? []).filter(({ properties }) => !without.includes(properties.type.const))
  return Object.fromEntries(
    kinds.map((payload) => [payload.properties.type.const, { name: payload.properties.type.const, payload }]),
  )
}

interface Variant {
  readonly properties: { readonly type: { readonly const: string } }
}

function requestMessages(): Messages {
  return Object.fromEntries(
    [...namedRequests()].map(([name, [{ key, request }]]) => {
      const payload = {
        type: 'object',
        properties: {
          type: { const: 'request' },
          id: { type: 'integer', description: 'The reply has the same' },
          channel: { type: 'integer', minimum: 0, maximum: 7 },
          name: { const: name },
          payload: toJsonSchema(request.payload(), 'input', `${key}.payload`),
        },
        required: ['type', 'id', 'channel', 'name', 'payload'],
        additionalProperties: false,
      }
      return [`request-${name}`, { name, summary: `The request ${name}`, payload, 'x-scope': request.scope }]
    }),
  )
}

function eventMessages(): Messages {
  const names = Object.keys(topics) as TopicName[]
  const numbers = Object.entries(CHANNEL_TOPICS)
  return Object.fromEntries(
    names.map((name) => {
      const events = Object.entries(topics[name].events as Readonly<Record<string, z.ZodType>>)
      const number = numbers.find(([, topic]) => topic === name)?.[0]
      const payload = {
        type: 'object',
        properties: {
          type: { const: 'event' },
          topic: { type: 'string', examples: [name] },
          payload: {
            oneOf: events.map(([event, data]) => ({
              type: 'object',
              properties: {
                event: { const: event },
                data: toJsonSchema(data, 'output', `topics.${name}.events.${event}`),
              },
              required: ['event', 'data'],
            })),
          },
        },
        required: ['type', 'topic', 'payload'],
      }
      const summary = `Events of the topic ${name}${number === undefined ? '' : `, channel ${number}`}`
      return [`event-${name.replace('.{id}', '-of')}`, { name, summary, payload }]
    }),
  )
}
