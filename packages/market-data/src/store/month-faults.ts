import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

import { readMonthFault } from './month-file.ts'
import { parseSeriesFolder } from './series.ts'

const MONTH = /^\d{4}-\d{2}\.parquet$/

/**
 * Reads every stored month of a market folder. @returns what is wrong with those that cannot be read, or do not have the rows that
 * their record says.
 */
export async function monthFaults(marketDir: string): Promise<string[]> {
  const entries = await readdir(marketDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const faults: string[] = []
  for (const { name, parentPath } of entries) {
    const key = MONTH.test(name) ? parseSeriesFolder(basename(parentPath)) : null
    if (!key) continue
    const fault = await readMonthFault(join(parentPath, name), key)
    if (fault === null) continue
    const folder = dirname(parentPath)
    const owner = relative(marketDir, dirname(dirname(folder)))
    const whose = owner === '' ? '' : ` (${owner})`
    faults.push(
      `${key.interval} prices of ${basename(folder)}:${basename(dirname(folder))}${whose} in ${name.slice(0, 7)} ${fault}`,
    )
  }
  return faults
}
