import { IconInfoCircle } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/about')({
  staticData: {
    page: {
      title: 'About',
      icon: IconInfoCircle,
      navigation: { group: 'foot', order: 1 },
      palette: { keywords: ['version', 'license'] },
    },
  },
  component: lazyPage(() => import('../shell/about-page.tsx'), 'AboutPage'),
})
