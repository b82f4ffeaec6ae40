import { type Instrument, UserError } from '@tradeloom/domain'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

import { beginStaging, dropStaging, switchStaging, withFolderLock } from './folder-switch.ts'
import {
  type ClosuresOf,
  instrumentFolder,
  listMonths,
  monthPath,
  readInstrumentFile,
  sourceOf,
  writeInstrumentFile,
} from './instrument-folder.ts'
import { readMonth, readMonthRecord, writeMonth } from './month-file.ts'
import { hashTable } from './parquet-month.ts'
import { removeSeriesFolder } from './remove-series.ts'
import { seriesFolder, type SeriesKey } from './series.ts'

export interface SharedMonths {
  readonly added: readonly string[]
  readonly replaced: readonly string[]
  /** Months that were already shared with the same values. */
  readonly unchanged: readonly string[]
}

/** Months are already shared with other values, and replacing them was not requested. */
export class SharedMonthsDiffer extends UserError {
  readonly months: readonly string[]

  constructor(instrumentId: string, months: readonly string[]) {
    const named =
      months.length > 6 ? `${months.slice(0, 5).join(', ')} and ${months.length - 5} more` : months.join(', ')
    super('conflict', `${instrumentId} is shared with other values in ${named}`)
    this.months = months
  }
}

export interface ShareRequest {
  /** The owner's folder, and the shared one. */
  readonly own: string
  readonly shared: string
  readonly instrumentId: string
  readonly key: SeriesKey
  /** Whether to replace shared months that differ; each as a whole, as its owner sees it. */
  readonly replace: boolean
  /** Of the shared folder. */
  readonly closuresOf: ClosuresOf
}

/**
 * Shares a user's series with everybody: its months are committed to the shared folder, then the private series is
 * removed; a crash in between leaves both, with the same values. Null if there is no such series.
 */
export async function shareSeries(request: ShareRequest): Promise<SharedMonths | null> {
  const own = instrumentFolder(request.own, request.instrumentId)
  const shared = instrumentFolder(request.shared, request.instrumentId)
  if ((await listMonths(own, request.key)).length === 0) return null
  await mkdir(shared, { recursive: true })
  return withFolderLock(own, () => withFolderLock(shared, () => moveMonths(request, own, shared)))
}

async function moveMonths(request: ShareRequest, own: string, shared: string): Promise<SharedMonths | null> {
  const { instrumentId, key } = request
  const months = await listMonths(own, key)
  const ownFile = await readInstrumentFile(own)
  if (months.length === 0 || !ownFile) return null
  const sharedFile = await readInstrumentFile(shared)
  const known = await listMonths(shared, key)
  const source = sourceOf(ownFile, key)
  if (source === null) throw new UserError('no-data', `The price kind of ${instrumentId} is unknown. Import it again`)
  if (known.length > 0 && sourceOf(sharedFile, key) !== source) {
    throw new UserError('conflict', `${instrumentId} is shared with another kind of price`)
  }
  await refuseFetched(own, ownFile.instrument, key, months)
  const changed = await changedMonths(own, shared, key, months, known)
  if (changed.replaced.length > 0 && !request.replace) throw new SharedMonthsDiffer(instrumentId, changed.replaced)
  const instrument = sharedFile?.instrument ?? ownFile.instrument
  const sources = { ...sharedFile?.sources, ...(source === 'both' ? {} : { [seriesFolder(key)]: source }) }
  const market = { instrument, closures: await request.closuresOf(instrument) }
  const staging = await beginStaging(shared)
  try {
    await writeInstrumentFile(staging, { instrument, sources })
    for (const month of [...changed.added, ...changed.replaced]) {
      const staged = monthPath(staging, key, month)
      await mkdir(dirname(staged), { recursive: true })
      await writeMonth(staged, month, await readMonth(monthPath(own, key, month), key), market, {
        droppedDuplicates: 0,
      })
    }
    await switchStaging(shared)
  } finally {
    await dropStaging(shared).catch(() => undefined)
  }
  await removeSeriesFolder(own, seriesFolder(key))
  return changed
}

/** A venue that shows its prices to an account alone has shown them to one person. */
async function refuseFetched(
  own: string,
  instrument: Instrument,
  key: SeriesKey,
  months: readonly string[],
): Promise<void> {
  for (const month of months) {
    const { venue } = await readMonthRecord(monthPath(own, key, month), month, key, { instrument, closures: [] })
    if (venue === undefined) continue
    const text = `${month} of ${instrument.id} was fetched with a login at ${venue}, and is for its owner alone`
    throw new UserError('conflict', text)
  }
}

async function changedMonths(
  own: string,
  shared: string,
  key: SeriesKey,
  months: readonly string[],
  known: readonly string[],
): Promise<SharedMonths> {
  const outcome = { added: [] as string[], replaced: [] as string[], unchanged: [] as string[] }
  for (const month of months) {
    if (!known.includes(month)) outcome.added.push(month)
    else if (await isSame(monthPath(own, key, month), monthPath(shared, key, month), key)) outcome.unchanged.push(month)
    else outcome.replaced.push(month)
  }
  return outcome
}

async function isSame(own: string, shared: string, key: SeriesKey): Promise<boolean> {
  const wanted = hashTable(await readMonth(own, key))
  // A damaged month never counts as equal.
  const there = await readMonth(shared, key).catch(() => null)
  return there !== null && hashTable(there) === wanted
}
