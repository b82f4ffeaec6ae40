import { refuseInput } from '../errors/app-error.ts'

/** Logs of runs are fetched as a whole. */
export function refuseDay(day: string | undefined): void {
  refuseInput(day === undefined ? null : 'Only the log of a session can be fetched by day', 'day')
}
