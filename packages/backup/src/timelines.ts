import { segmentAt, segmentBefore, type StoredLog } from './log-segments.ts'
import { readStored } from './store-segment.ts'

/** What came after a backup: its own timeline, or one that a restore began, with those through which that came. */
export interface TimelinePath {
  readonly timeline: number
  /** When that timeline began, milliseconds since 1970; 0 for the backup's own. */
  readonly began: number
  /** On which timeline a segment is. */
  timelineOf(number: number): number
}

/** Each timeline that a restore of a backup can follow, the newest first. */
export async function pathsFrom(
  { timeline, endLsn }: { readonly timeline: number; readonly endLsn: string },
  { histories }: Pick<StoredLog, 'histories'>,
): Promise<TimelinePath[]> {
  const paths: TimelinePath[] = [{ timeline, began: 0, timelineOf: () => timeline }]
  for (const history of histories) {
    const left = readHistory((await readStored(history)).toString('utf8'))
    const from = left.findIndex((one) => one.timeline === timeline)
    // It left this timeline before the backup: what the backup has is not in it.
    if (from === -1 || segmentAt(left[from]!.at) < segmentBefore(endLsn)) continue
    const steps = left.slice(from)
    paths.push({
      timeline: history.timeline,
      began: history.at,
      // The segment in which a timeline begins starts with a copy of what it continues.
      timelineOf: (number) => steps.find(({ at }) => number < segmentAt(at))?.timeline ?? history.timeline,
    })
  }
  return paths.toSorted((a, b) => b.timeline - a.timeline)
}

/** The timelines from which one comes, the oldest first, and where each was left. */
function readHistory(text: string): { timeline: number; at: string }[] {
  return text
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([timeline = '', at]) => /^\d+$/.test(timeline) && at !== undefined)
    .map(([timeline, at = '']) => ({ timeline: Number(timeline), at }))
}
