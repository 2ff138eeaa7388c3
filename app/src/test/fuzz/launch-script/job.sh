#!/bin/bash
# Llama 3 70B on 16 nodes of 8 GPUs.
#SBATCH --job-name=llama3-70b
#SBATCH --nodes=16
#SBATCH --gpus-per-node=8
#SBATCH --ntasks-per-node=1

SIZE=${SIZE:-70b}
TP=8
PP=4
MICRO_BATCH=1

case $SIZE in
  8b) MODEL_ARGS=(--num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32) ;;
  70b) MODEL_ARGS=(--num-layers 80 --hidden-size 8192 --ffn-hidden-size 28672 --num-attention-heads 64) ;;
esac
MODEL_ARGS+=(
  --group-query-attention --num-query-groups 8
  --swiglu --normalization RMSNorm --disable-bias-linear
  --untie-embeddings-and-output-weights
  --position-embedding-type rope --max-position-embeddings 8192
  --tokenizer-type HuggingFaceTokenizer --tokenizer-model meta-llama/Meta-Llama-3-70B
)

PARALLEL="
  --tensor-model-parallel-size $TP
  --pipeline-model-parallel-size $PP
  --sequence-parallel
  --use-distributed-optimizer
"
if [ $PP -gt 1 ]; then
  PARALLEL+=" --num-layers-per-virtual-pipeline-stage 5"
fi

srun torchrun --nnodes "$SLURM_NNODES" --nproc-per-node 8 \
  --rdzv-backend c10d --rdzv-endpoint "$(hostname):29500" \
  pretrain_gpt.py "${MODEL_ARGS[@]}" $PARALLEL \
  --bf16 --seq-length 8192 --micro-batch-size $MICRO_BATCH --global-batch-size $((32 * SLURM_NNODES)) \
  --lr 1.5e-4 --min-lr 1.5e-5 --train-iters 10000 --data-path "$DATA" \
  --save checkpoints --log-interval 10 --my-own-flag 3
