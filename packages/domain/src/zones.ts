// Clocks and times that are written in texts, apart from the rest: pages without them do not load them.
export { knownTimeOfDay, RELEASE_TIMES } from './known/release-times.ts'
export { checkTimezone, fixedOffset, type LocalClock, localClock } from './time/local-clock.ts'
export { type OffsetAt, zoneOffset } from './time/zone-offset.ts'
export { type DayOrder, parseTime, type TimeText } from './time/parse-time.ts'
