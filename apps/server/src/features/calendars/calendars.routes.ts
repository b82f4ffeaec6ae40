import type { Handlers } from '../../services/http/route.ts'
import type { CalendarsService } from './calendars.service.ts'

type CalendarHandlers = Pick<Handlers, 'listCalendars' | 'importCalendar' | 'removeCalendar'>

export function calendarHandlers(calendars: CalendarsService): CalendarHandlers {
  return {
    listCalendars: () => calendars.list(),
    importCalendar: ({ request, login }) => calendars.import(request, { isAdmin: login?.user.isAdmin ?? false }),
    removeCalendar: async ({ params, login }) => {
      await calendars.remove(params.name, { isAdmin: login?.user.isAdmin ?? false })
      return { ok: true }
    },
  }
}
