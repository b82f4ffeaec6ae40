import type { Handlers } from '../../platform/http/route.ts'
import type { CalendarsService } from './calendars.service.ts'

type CalendarHandlers = Pick<Handlers, 'listCalendars' | 'importCalendar' | 'removeCalendar'>

export function calendarHandlers(calendars: CalendarsService): CalendarHandlers {
  return {
    listCalendars: ({ login }) => calendars.list(login?.user.id ?? null),
    importCalendar: ({ request, userId, login }) =>
      calendars.import(request, { id: userId, isAdmin: login?.user.isAdmin ?? false }),
    removeCalendar: async ({ params, userId, login }) => {
      await calendars.remove(params.name, { id: userId, isAdmin: login?.user.isAdmin ?? false })
      return { ok: true }
    },
  }
}
