/**
 * How many of a lane's places each service has. Who has half of them comes after all others, who else would wait for one
 * that hangs.
 */
export function openPlaces(atOnce: number) {
  const share = Math.max(Math.floor(atOnce / 2), 1);
  const taken = new Map<string, number>();
  const occupy = (service: string, places: number) => {
    const now = (taken.get(service) ?? 0) + places;
    if (now > 0) taken.set(service, now);
    else taken.delete(service);
  };

  return {
    share,
    take: (service: string) => occupy(service, 1),
    leave: (service: string) => occupy(service, -1),
    full: () => [...taken].filter(([, places]) => places >= share).map(([service]) => service),
  };
}
