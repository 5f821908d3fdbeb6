#!/usr/bin/env bash
# Eight workers of one study as a Slurm array. They share the study's database and a data folder that all nodes see:
#
#   STUDY=postgresql://slm@db/studies DATA=/shared/slm-lab sbatch deploy/slurm.sh
#   STUDY=… DATA=… sbatch --array=0-31 --cpus-per-task=2 deploy/slurm.sh     more and smaller workers
#
# Start the search itself first, with the same database: slm-lab run SPEC NAME search --study URL. STUDY_NAME selects one
# of several studies in it.
# SLM_LAB names the launcher (default: ./slm-lab of the folder in which sbatch was called). Start it once on a node, so
# that it is built. Two minutes before the time limit, and when a job is cancelled, a worker saves the
# states of its trials; another one, or the same job requeued, continues from there.
#SBATCH --job-name=slm-lab-search
#SBATCH --array=0-7
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=12:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=slm-lab-search-%A_%a.log
set -euo pipefail

: "${STUDY:?is not set; set the study, STUDY=postgresql://USER@HOST/DATABASE sbatch …}"
: "${DATA:?is not set; set a folder that all nodes see, DATA=/shared/slm-lab sbatch …}"

# exec: the signal goes to the worker itself.
exec "${SLM_LAB:-${SLURM_SUBMIT_DIR:-.}/slm-lab}" search-worker \
  --study "$STUDY" ${STUDY_NAME:+--name "$STUDY_NAME"} --data "$DATA" --threads "${SLURM_CPUS_PER_TASK:-1}"
