import type { LabClock } from '../../lab-clock.ts'

/** What was requested. `names`: of the parameters that name new orders. */
export function requestLog(clock: LabClock, names: readonly string[]) {
  const lists = { requests: [] as string[], forbidden: [] as string[], orderNames: [] as string[] }
  let forbiddenUntil = 0
  return {
    lists,
    forbid: (ms: number) => void (forbiddenUntil = clock.now() + ms),
    note(method: string | undefined, { pathname, searchParams }: URL): void {
      const name = `${method} ${pathname}`
      lists.requests.push(name)
      if (clock.now() < forbiddenUntil) lists.forbidden.push(name)
      // A rehearsal names no order.
      if (method === 'POST' && !pathname.endsWith('/test'))
        lists.orderNames.push(...names.flatMap((one) => searchParams.get(one) ?? []))
    },
  }
}
