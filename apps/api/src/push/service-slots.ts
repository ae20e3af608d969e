/** Counts the concurrent sends of each service, so that one that hangs cannot take all slots from the others. */
export function openServiceSlots(maxConcurrent: number) {
  const maxPerService = Math.max(Math.floor(maxConcurrent / 2), 1);
  const usedByService = new Map<string, number>();
  const change = (service: string, by: number) => {
    const count = (usedByService.get(service) ?? 0) + by;
    if (count > 0) usedByService.set(service, count);
    else usedByService.delete(service);
  };

  return {
    maxPerService,
    acquire: (service: string) => change(service, 1),
    release: (service: string) => change(service, -1),
    fullServices: () => [...usedByService].filter(([, count]) => count >= maxPerService).map(([service]) => service),
  };
}
