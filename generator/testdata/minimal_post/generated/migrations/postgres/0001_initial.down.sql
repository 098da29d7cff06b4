DROP TABLE "notes";
