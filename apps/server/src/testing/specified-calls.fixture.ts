import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'spec')
const FILES = ['1-algorithms-backtests-indicators.md', '2-optimizations-workspace-dashboards.md'] as const

export const hasSpecification = FILES.every((file) => existsSync(join(FOLDER, file)))

/** The section with the calls, of both documents. */
function sections(): string[] {
  return FILES.map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    return /^## 7\. Calls\n(.*?)^## 8\./ms.exec(text)?.[1] ?? ''
  })
}

/** The first column of the tables of calls. */
export function specifiedCalls(): string[] {
  return sections().flatMap((section) => {
    const rows = section.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|')[1]!.trim()] : []))
    return rows.slice(2)
  })
}

/** What the documents say about the socket, one entry for each name or clause. */
export function specifiedMessages(): string[] {
  const [first = '', second = ''] = sections()
  const requests = /Real-time socket requests: (.*?); (historical.*?)\. Backtest events received: (.*?)\./.exec(first)
  const [, names = '', historical = '', events = ''] = requests ?? []
  const clauses = /^Socket \(not HTTP\): (.*?)\. Creation/m.exec(second)?.[1]?.split('; ') ?? []
  return [
    ...names.replaceAll(/ \([^)]*\)/g, '').split(', '),
    historical,
    ...events.split(', ').map((event) => `event ${event}`),
    ...clauses.flatMap((clause) => clause.replace(/^subscriptions to /, '').split(/, (?=[a-z-]+\.\{|an |logs)/)),
  ]
}
