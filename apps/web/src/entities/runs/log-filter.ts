import type { LogLine } from '@tradeloom/contracts'

export type LogLevel = 'all' | 'warning' | 'error'

const RANKS: Readonly<Record<LogLine['level'], number>> = { info: 0, warning: 1, error: 2 }
const LEAST: Readonly<Record<LogLevel, number>> = { all: 0, warning: 1, error: 2 }

/** The lines of at least a level that contain a text, whatever its case. */
export function filterLog(lines: readonly LogLine[], level: LogLevel, text: string): readonly LogLine[] {
  const search = text.trim().toLowerCase()
  return lines.filter(
    (line) => RANKS[line.level] >= LEAST[level] && (search === '' || line.message.toLowerCase().includes(search)),
  )
}

/** The whole log as a file: time in ISO 8601, level and message, separated by tabs; one line each. */
export function logFile(lines: readonly LogLine[]): string {
  return lines
    .map(
      ({ time, level, message }) => `${new Date(time).toISOString()}\t${level}\t${message.replaceAll('\n', '\\n')}\n`,
    )
    .join('')
}
