import { z } from 'zod'
import { loadModule } from '../../ui/load-module.ts'
import { type Setting, useSetting } from '../../entities/settings/use-setting.ts'
import { type Tour, TOUR_IDS, type TourId } from './tours.ts'

const TAKEN_TOURS: Setting<TourId[]> = {
  path: 'tours',
  schema: z.array(z.enum(TOUR_IDS)).max(60),
  fallback: [],
}

/** Which tours the user has taken to the end, in any browser, and how to take one. */
export function useTours() {
  const [taken, setTaken] = useSetting(TAKEN_TOURS)
  const take = async (tour: Tour): Promise<void> => {
    const { startTour } = await loadModule(() => import('./start-tour.ts'))
    startTour(tour, () => setTaken([...taken.filter((id) => id !== tour.id), tour.id]))
  }
  return { taken, take }
}
