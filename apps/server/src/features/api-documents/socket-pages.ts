import { CHANNEL_TOPICS, CHANNELS, type ChannelName, type TopicName, topics } from '@tradeloom/contracts'
import { type Block, type Page, slugOf } from '@tradeloom/documentation'
import { z } from 'zod'
import { API_CALLS, linkTo } from './api-calls.ts'
import { fieldRows, fieldTable } from './field-rows.ts'
import { type NamedRequests, namedRequests } from './named-requests.ts'
import { isNothing, toJsonSchema } from './to-json-schema.ts'
import { typeWords } from './type-words.ts'

const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[]
const REQUESTS = namedRequests()

/** What is subscribed to and requested on the socket. */
export function socketPages(): readonly Page[] {
  const names = Object.keys(topics) as TopicName[]
  const requests = [...REQUESTS.keys()]
  return [
    pageOf('Socket topics', names, topicBlocks, `${names.length} topics, each with its events`),
    pageOf('Socket requests', requests, requestBlocks, `${requests.length} requests, each with its payload`),
  ]
}

function pageOf<Name extends string>(
  title: string,
  names: readonly Name[],
  blocksOf: (name: Name) => Block[],
  summary: string,
): Page {
  return {
    slug: slugOf(title),
    title,
    path: null,
    source: null,
    summary,
    members: names.map((name) => ({ name, id: slugOf(name) })),
    keywords: [],
    blocks: names.flatMap((name): Block[] => [
      { type: 'heading', level: 2, id: slugOf(name), text: name },
      ...blocksOf(name),
    ]),
  }
}

function topicBlocks(name: TopicName): Block[] {
  const number = Object.entries(CHANNEL_TOPICS).find(([, topic]) => topic === name)?.[0]
  const events = Object.entries(topics[name].events as Readonly<Record<string, z.ZodType>>)
  return [
    {
      type: 'text',
      text: `Subscribe with \`"topic": "${name}"\`${number === undefined ? '' : `, or \`"channel": ${number}\``}.`,
    },
    ...events.flatMap(([event, data]): Block[] =>
      shapeOf(`Event \`${event}\`: data`, data, 'output', `topics.${name}.events.${event}`),
    ),
  ]
}

function requestBlocks(name: string): Block[] {
  const [first, ...others] = REQUESTS.get(name) as NamedRequests
  const all = [first, ...others]
  const { scope, payload } = first.request
  const channels = all.flatMap(({ request }) => request.channels)
  return [
    { type: 'text', text: `Scope \`${scope}\`, ${channelWords(channels)}.` },
    ...shapeOf('Payload', payload(), 'input', `${first.key}.payload`),
    ...all.flatMap(({ key, request }) => {
      const part = all.length === 1 ? 'Answer' : `Answer on ${channelWords(request.channels)}`
      return answerOf(part, request.answer(), `${key}.answer`)
    }),
  ]
}

/** With the names that the client for TypeScript calls them by. */
function channelWords(channels: readonly ChannelName[]): string {
  const named = CHANNEL_NAMES.filter((name) => channels.includes(name)).map((name) => `${CHANNELS[name]} (\`${name}\`)`)
  return `${named.length === 1 ? 'channel' : 'channels'} ${named.join(', ')}`
}

/** What a call answers, too, is told on its page. */
function answerOf(part: string, schema: z.ZodType, place: string): Block[] {
  const item = schema instanceof z.ZodArray ? schema.element : schema
  const told = API_CALLS.find(({ entry: { response } }) =>
    response instanceof z.ZodArray ? response.element === item : response === item,
  )
  if (told === undefined) return shapeOf(part, schema, 'output', place)
  const words = typeWords(toJsonSchema(schema, 'output', place))
  return [{ type: 'text', text: `${part}: ${words}, with the fields of ${linkTo(told)}.` }]
}

function shapeOf(part: string, schema: z.ZodType, io: 'input' | 'output', place: string): Block[] {
  if (isNothing(schema)) return [{ type: 'text', text: `${part}: none.` }]
  const shape = toJsonSchema(schema, io, place)
  const rows = fieldRows(shape)
  const words = rows.length === 0 && shape.type === 'object' ? 'an empty object' : typeWords(shape)
  const text: Block = { type: 'text', text: `${part}: ${words}.` }
  if (rows.length === 0) return [text]
  return [text, fieldTable('Field', rows)]
}
