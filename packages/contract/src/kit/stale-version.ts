/** Why a change is refused that was made to an older version of what is stored. */
export const STALE_VERSION =
  'Otra persona guardó cambios mientras editabas. Vuelve a cargar los datos para ver los suyos.';
