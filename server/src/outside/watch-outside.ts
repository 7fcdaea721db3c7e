import type { Metrics } from '../metrics.ts';
import type { Tracing } from '../tracing.ts';

/**
 * The same service, with the time and the result of each call in the metrics, and a span of each in the traces. Calls
 * that ask nobody, such as checking a signature, are not counted.
 * @param name for the metrics: `stripe`
 */
export function watchOutside<Service extends object>(
  name: string,
  service: Service,
  metrics: Pick<Metrics, 'observeOutside'>,
  tracing: Pick<Tracing, 'trace'> | null,
): Service {
  return new Proxy(service, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const startedAt = performance.now();
        const end = (result: string) =>
          metrics.observeOutside(name, result, performance.now() - startedAt);
        const ask = (): unknown => Reflect.apply(member, target, given);
        const answer = tracing ? tracing.trace(`${name} ${String(key)}`, ask) : ask();
        if (!(answer instanceof Promise)) return answer;
        answer.then(
          (value: { result?: string } | undefined) => end(value?.result ?? 'done'),
          () => end('failed'),
        );
        return answer;
      };
    },
  });
}
