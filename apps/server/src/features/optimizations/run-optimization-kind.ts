/** What is needed to queue an optimization: apart from the job, which needs runners. */
export const RUN_OPTIMIZATION = { name: 'run-optimization', retry: { limit: 5 } } as const
