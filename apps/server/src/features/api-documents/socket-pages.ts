import {
  CHANNEL_TOPICS,
  CHANNELS,
  type ChannelName,
  requestScopes,
  socketAnswers,
  type SocketRequestName,
  socketRequests,
  type TopicName,
  topics,
} from '@tradeloom/contracts'
import { type Block, type Page, slugOf } from '@tradeloom/documentation'
import { z } from 'zod'
import { API_CALLS, linkTo } from './api-calls.ts'
import { fieldRows, fieldTable } from './field-rows.ts'
import { isNothing, toJsonSchema } from './to-json-schema.ts'
import { typeWords } from './type-words.ts'

/** By number. */
const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[]

/** What is subscribed to and requested on the socket. */
export function socketPages(): readonly Page[] {
  const names = Object.keys(topics) as TopicName[]
  const requests = Object.keys(socketRequests) as SocketRequestName[]
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

function requestBlocks(name: SocketRequestName): Block[] {
  return [
    {
      type: 'text',
      text: `Scope \`${requestScopes[name]}\`, ${channelWords(answersTo(name).flatMap(([, on]) => on))}.`,
    },
    ...shapeOf('Payload', socketRequests[name], 'input', `socketRequests.${name}`),
    ...answersTo(name).flatMap(([schema, on], _, all) =>
      answerOf(all.length === 1 ? 'Answer' : `Answer on ${channelWords(on)}`, schema, placeOfAnswer(name, on)),
    ),
  ]
}

/** The different answers to a request, each with the numbers of the channels that give it. */
function answersTo(name: SocketRequestName): [z.ZodType, number[]][] {
  const answers = new Map<z.ZodType, number[]>()
  for (const [channel, kinds] of Object.entries<Partial<Record<SocketRequestName, z.ZodType>>>(socketAnswers())) {
    const schema = kinds[name]
    if (schema) answers.set(schema, [...(answers.get(schema) ?? []), CHANNELS[channel as ChannelName]])
  }
  return [...answers]
}

function placeOfAnswer(name: SocketRequestName, [on = 0]: readonly number[]): string {
  return `socketAnswers.${CHANNEL_NAMES[on]}.${name}`
}

/** With the names that the client for TypeScript calls them by. */
function channelWords(numbers: readonly number[]): string {
  const named = numbers.toSorted().map((number) => `${number} (\`${CHANNEL_NAMES[number]}\`)`)
  return `${numbers.length === 1 ? 'channel' : 'channels'} ${named.join(', ')}`
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
