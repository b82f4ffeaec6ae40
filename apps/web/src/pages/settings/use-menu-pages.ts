import { useQuery } from '@tanstack/react-query'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'

/** The settings that menus list: no packages where everything is included. */
export function useMenuPages(): readonly (typeof SETTINGS_PAGES)[number][] {
  const packages = useQuery(bootstrapQuery).data?.packages
  return SETTINGS_PAGES.filter(({ id }) => id !== 'premium-packages' || packages !== 'none')
}
