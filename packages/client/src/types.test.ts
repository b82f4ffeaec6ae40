import type { ChannelName, endpoints, socketRequests, topics } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { Calls, SocketRequests, Topics } from './api.generated.ts'

/** Without what makes no difference to JSON: `readonly`, and undefined where a field may be absent. */
type Plain<T> = T extends object ? { -readonly [Key in keyof T]: Plain<Exclude<T[Key], undefined>> } : T
type Fits<A, B> = [Plain<A>] extends [Plain<B>] ? true : false
type Same<A, B> = Fits<A, B> extends true ? Fits<B, A> : false
type Endpoints = typeof endpoints
type EndpointAt<Name> = {
  [Key in keyof Endpoints]: Name extends `${Endpoints[Key]['method']} ${Endpoints[Key]['path']}`
    ? Endpoints[Key]
    : never
}[keyof Endpoints]
/** A file has no schema. */
type ReplyOf<Schema extends z.ZodType> = unknown extends z.output<Schema> ? string | Uint8Array : z.output<Schema>

/** Names of calls whose generated reply differs from that of their contract. */
type WrongReplies = {
  [Name in keyof Calls]: Same<Calls[Name]['reply'], ReplyOf<EndpointAt<Name>['response']>> extends true ? never : Name
}[keyof Calls]
/**
 * Names of calls whose contract would not take a body that the generated type allows. The types of run models in the
 * contracts demand what their schemas fill in.
 */
type WrongBodies = {
  [Name in keyof Calls]: Calls[Name]['input'] extends { body: infer Body }
    ? Omit<Body, 'models'> extends Omit<z.input<EndpointAt<Name>['body']>, 'models'>
      ? never
      : Name
    : never
}[keyof Calls]
type WrongTopics = {
  [Name in keyof typeof topics]: {
    [Event in keyof (typeof topics)[Name]['events']]: Same<
      Extract<Topics[Name], { event: Event }>['data'],
      z.output<Extract<(typeof topics)[Name]['events'][Event], z.ZodType>>
    > extends true
      ? never
      : [Name, Event]
  }[keyof (typeof topics)[Name]['events']]
}[keyof typeof topics]
type Requests = typeof socketRequests
/** What the contract answers to a request of a name on a channel. */
type AnswerTo<On extends ChannelName, Name> = {
  [Key in keyof Requests]: Requests[Key] extends { name: Name; channels: readonly ChannelName[] }
    ? On extends Requests[Key]['channels'][number]
      ? z.input<ReturnType<Requests[Key]['answer']>>
      : never
    : never
}[keyof Requests]
type WrongAnswers = {
  [On in keyof SocketRequests]: {
    [Kind in keyof SocketRequests[On]]: SocketRequests[On][Kind] extends { answer: infer Answer }
      ? Answer extends AnswerTo<On, Kind>
        ? never
        : [On, Kind]
      : [On, Kind]
  }[keyof SocketRequests[On]]
}[keyof SocketRequests]

it('the types of the package are those of the contracts', () => {
  // The compiler checks it: a list of names is no list of nothing.
  const wrong: Record<string, never[]> = {
    replies: [] as WrongReplies[],
    bodies: [] as WrongBodies[],
    topics: [] as WrongTopics[],
    answers: [] as WrongAnswers[],
  }
  expect(Object.values(wrong).flat()).toEqual([])
})
