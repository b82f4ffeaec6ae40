import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadUser } from '../entities/user/bootstrap-query.ts'
import { sampleResultQuery } from '../features/home/sample-result-query.ts'
import { lazyPage } from '../ui/lazy-page.ts'

/** Visitors see what the product is; users go on to their algorithms. */
export const Route = createFileRoute('/')({
  staticData: { page: { title: 'Home' } },
  beforeLoad: async ({ context: { queryClient } }) => {
    if (await loadUser(queryClient)) throw redirect({ to: '/algorithms', search: true, replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sampleResultQuery)
  },
  component: lazyPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
})
