import { expect, it } from 'vitest'
import { serverMessage } from './messages.ts'
import { serverEvent, topics } from './topics.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

it('reads an event of every topic by its own shape', () => {
  const progress = { id: ID, algorithmId: ID, status: 'In Progress', progress: 1, time: null, equity: null }
  expect(serverEvent.safeParse({ event: 'progress', data: { ...progress, positionCount: null } }).success).toBe(true)
  expect(serverEvent.safeParse({ event: 'progress', data: progress }).success).toBe(false)
  expect(serverEvent.safeParse({ event: 'logout', data: null }).success).toBe(true)
  expect(serverEvent.safeParse({ event: 'missed', data: null }).success).toBe(true)
})

it('refuses an event that no topic has', () => {
  const payload = { event: 'invented', data: null }
  expect(serverMessage.safeParse({ type: 'event', topic: 'user', payload }).success).toBe(false)
})

it('gives an event the same shape in every topic that has it, and an update that of the row it is about', () => {
  const shapes = new Map<string, unknown>()
  for (const [name, { events }] of Object.entries(topics)) {
    for (const [event, shape] of Object.entries(events)) {
      const key = event === 'update' ? `update of ${name.replace(/s?(\.\{id\})?$/, '')}` : event
      expect(shapes.get(key) ?? shape, key).toBe(shape)
      shapes.set(key, shape)
    }
  }
  expect([...shapes.keys()].filter((key) => key.startsWith('update of'))).toHaveLength(2)
})

it('gives an id to the topics that end in {id}, and to no others', () => {
  for (const [name, topic] of Object.entries(topics)) expect('id' in topic, name).toBe(name.endsWith('.{id}'))
})
