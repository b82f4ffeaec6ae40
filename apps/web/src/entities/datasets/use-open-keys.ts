import { useRouter } from '@tanstack/react-router'

/** Opens the settings with the user's keys of data providers. */
export function useOpenKeys(): () => void {
  const router = useRouter()
  return () =>
    void router.navigate({
      to: '.',
      search: (known: object) => ({ ...known, settings: 'data-sources' as const }),
      resetScroll: false,
    })
}
