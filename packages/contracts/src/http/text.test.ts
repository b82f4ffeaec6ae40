import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clientMessage } from '../socket/messages.ts'
import type { SocketRequest } from '../socket/socket-request.ts'
import { socketRequests } from '../index.ts'
import { endpoints, routes } from './endpoints.ts'
import { partsOf } from './parts-of.fixture.ts'
import { fileName, line, name, text } from './text.ts'
import { isoTime } from './time.ts'

const BROKEN = ['\u0000', 'a\u0000b', '\uD800', 'a\uDC00b']
const FAR = ['0000-01-01T00:00:00.000Z', '1899-12-31T23:59:59.999Z', '2200-01-01T00:00:00.000Z', '9999-12-31T23:59:59Z']

const inputs: [string, z.core.$ZodType][] = [
  ...Object.entries(endpoints).flatMap(([name, { params, body }]): [string, z.core.$ZodType][] => [
    [`${name}.params`, params],
    [`${name}.body`, body],
  ]),
  ...routes.map(({ path, query }): [string, z.core.$ZodType] => [`${path}?`, query]),
  ...Object.entries<SocketRequest>(socketRequests).map(([name, { payload }]): [string, z.core.$ZodType] => [
    name,
    payload(),
  ]),
  ['client message', clientMessage],
]
const strings = inputs
  .flatMap(([name, schema]) => [...partsOf(schema, name)])
  .filter(([, schema]) => schema instanceof z.core.$ZodString)

const accepts = (schema: z.core.$ZodType, value: string): boolean => z.safeParse(schema, value).success

describe('every text in a request', () => {
  it('is found in the contracts', () => expect(strings.length).toBeGreaterThan(40))

  it.each(strings)('%s refuses NUL and lone surrogates', (_, schema) => {
    for (const value of BROKEN) expect(accepts(schema, value)).toBe(false)
  })
})

describe('a name', () => {
  it.each(['', ' ', '\u200B', '\u3164\u2800', '\u00AD \u2060'])('is refused without anything visible: %j', (value) => {
    expect(accepts(name, value)).toBe(false)
  })

  it.each(['gold\u202Etxt.exe', '\u2066Cross'])('is refused with a mark that turns the text around: %j', (value) => {
    expect(accepts(name, value)).toBe(false)
  })

  it.each(['Cross', 'ماكد', '均線', '📈', '👩‍💻 v2', 'a'.repeat(120)])('may be in any script: %j', (value) => {
    expect(accepts(name, value)).toBe(true)
  })
})

describe('every date in a request', () => {
  const dates = strings.filter(
    ([, schema]) => accepts(schema, '2024-01-01T00:00:00.000Z') && !accepts(schema, 'a text of some length'),
  )

  it('is found in the contracts', () => expect(dates.length).toBeGreaterThan(6))

  it.each(dates)('%s refuses years without markets', (_, schema) => {
    for (const value of FAR) expect(accepts(schema, value)).toBe(false)
  })
})

it('accepts line breaks in a text and refuses them in a line', () => {
  expect(text.parse('a\nb\t🚀')).toBe('a\nb\t🚀')
  expect(line.parse('é 🚀')).toBe('é 🚀')
  for (const value of ['a\nb', 'a\u007f', 'a\u0085b', '\u001b[31m']) expect(line.safeParse(value).success).toBe(false)
})

it('strips folders from a file name and refuses an empty one', () => {
  expect(fileName.parse('C:\\prices\\a.csv')).toBe('a.csv')
  expect(fileName.parse('../../etc/passwd')).toBe('passwd')
  for (const name of ['', ' ', '.', '..', 'folder/', '../..', 'a\u0000.csv', 'a\n.csv']) {
    expect(fileName.safeParse(name).success, name).toBe(false)
  }
})

it('accepts the first and the last time', () => {
  expect(isoTime.safeParse('1900-01-01T00:00:00.000Z').success).toBe(true)
  expect(isoTime.safeParse('2199-12-31T23:59:59.999Z').success).toBe(true)
  for (const value of [...FAR, '+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', '2024-02-30T00:00:00Z']) {
    expect(isoTime.safeParse(value).success, value).toBe(false)
  }
})
