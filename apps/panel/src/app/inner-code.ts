/**
 * Code of the screens reached from others. A separate file, because a first visit would load the names of all their
 * files.
 */
export const innerCode = {
  exerciseForm: () =>
    import('#features/content/exercises/exercise-form-screen').then((code) => code.ExerciseFormScreen),
  exerciseDetail: () =>
    import('#features/content/exercises/exercise-detail-screen').then((code) => code.ExerciseDetailScreen),
  dietForm: () => import('#features/content/diets/diet-form-screen').then((code) => code.DietFormScreen),
  dietDetail: () => import('#features/content/diets/diet-detail-screen').then((code) => code.DietDetailScreen),
  trainingForm: () =>
    import('#features/content/trainings/training-form-screen').then((code) => code.TrainingFormScreen),
  trainingDetail: () =>
    import('#features/content/trainings/training-detail-screen').then((code) => code.TrainingDetailScreen),
  packageForm: () => import('#features/content/packages/package-form-screen').then((code) => code.PackageFormScreen),
  packageDetail: () =>
    import('#features/content/packages/package-detail-screen').then((code) => code.PackageDetailScreen),
  ownBusiness: () => import('#features/desk/own-business/own-business-screen').then((code) => code.OwnBusinessScreen),
};
