import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AuthProvider } from '../session/auth.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { AppRoutes } from './routes.tsx';

type Props = {
  /** The build renders pages without a browser, so it brings its own router. */
  Router?: ComponentType<{ children: ReactNode }>;
};

export function App({ Router = BrowserRouter }: Props) {
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router>
          <AuthProvider>
            <AppRoutes />
          </AuthProvider>
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
