import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is too narrow for tables. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
}
