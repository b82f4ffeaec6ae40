import type { LogLine } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { filterLog, logFile } from './log-filter.ts'

const line = (level: LogLine['level'], message: string): LogLine => ({ time: 0, level, message })
const LINES = [line('info', 'Opened'), line('warning', 'Few bars'), line('error', 'opened twice')]

it('filters a log by level and by text of any case', () => {
  const messages = (level: 'all' | 'warning' | 'error', text: string) =>
    filterLog(LINES, level, text).map(({ message }) => message)
  expect(messages('all', '')).toHaveLength(3)
  expect(messages('warning', '')).toEqual(['Few bars', 'opened twice'])
  expect(messages('all', ' OPENED ')).toEqual(['Opened', 'opened twice'])
  expect(messages('error', 'bars')).toEqual([])
})

it('writes each line of a log as one line of the file', () => {
  expect(logFile([line('error', 'a\nb')])).toBe('1970-01-01T00:00:00.000Z\terror\ta\\nb\n')
})
